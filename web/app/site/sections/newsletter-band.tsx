// The invitation to the newsletter at the end of the blog.
import { AsleepUntilNear } from "~/ui/asleep";
import { NewsletterForm } from "../newsletter/newsletter-form";

export function NewsletterBand({ words }: { words: { title: string; text: string } }) {
  return (
    <AsleepUntilNear as="section" aria-labelledby="newsletter-title" className="band-muted">
      <div className="container-site grid items-end gap-x-6 gap-y-8 py-[clamp(3.5rem,7vw,6rem)] md:grid-cols-12">
        <div className="md:col-span-6">
          <h2 id="newsletter-title" className="text-h2">
            {words.title}
          </h2>
          <p className="mt-3 max-w-[46ch] text-lead text-muted">{words.text}</p>
        </div>
        <div className="md:col-span-5 md:col-start-8">
          <NewsletterForm label="blog_newsletter" />
        </div>
      </div>
    </AsleepUntilNear>
  );
}
