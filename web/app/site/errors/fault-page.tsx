// The page of a status: what happened, in words, and a way on.
import { Button } from "~/ui/button";
import type { FaultWords } from "../content/faults";
import { Picture } from "../picture";

export function FaultPage({ words: { title, text, again, home } }: { words: FaultWords }) {
  return (
    <section className="dark relative isolate flex min-h-[70vh] items-end overflow-hidden bg-night text-night-ink md:items-center">
      <Picture
        name="dark-house"
        alt=""
        sizes="100vw"
        eager
        className="absolute inset-0 -z-10 h-full object-cover"
        ratio="auto"
      />
      <div className="absolute inset-0 -z-10 bg-night/60" />
      <div className="container-site grid gap-5 py-20">
        <h1 className="h1">{title}</h1>
        <p className="lead max-w-[44ch]">{text}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          {again && (
            <Button size="large" onClick={() => location.reload()}>
              {again}
            </Button>
          )}
          <Button asChild size="large" variant={again ? "onPicture" : "primary"}>
            <a href="/">{home}</a>
          </Button>
        </div>
      </div>
    </section>
  );
}
