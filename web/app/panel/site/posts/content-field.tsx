// A text in Markdown, such as that of a post: written in Markdown, or looked at as visitors will read it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { TextareaField } from "~/forms/fields";
import { Button } from "~/ui/button";
import { Unloaded } from "../../list/unloaded";
import { posts } from "./post";

const HELP = "## heading, *emphasis*, **strong**, - list, [words](https://address). An empty line begins a paragraph.";

interface ContentFieldProps {
  name?: string;
  label?: string;
}

export function ContentField({ name = "content", label = "Text" }: ContentFieldProps) {
  const [previewed, setPreviewed] = useState<string | null>(null);
  const { getValues } = useFormContext();
  const look = () => setPreviewed(previewed === null ? getValues(name) : null);
  return (
    <div className="relative sm:col-span-2">
      <Button
        variant="quiet"
        size="small"
        className="absolute -top-2 right-0"
        aria-pressed={previewed !== null}
        onClick={look}
      >
        {previewed === null ? "Preview" : "Write"}
      </Button>
      <div hidden={previewed !== null}>
        <TextareaField
          name={name}
          label={label}
          hint={HELP}
          optional
          style={{ minHeight: "20rem" }}
          maxLength={50_000}
        />
      </div>
      {previewed !== null && <Preview content={previewed} />}
    </div>
  );
}

function Preview({ content }: { content: string }) {
  const { data, isError, refetch } = useQuery({
    // Not by the path: what is under a path is asked again after every post request, and this is one.
    queryKey: ["preview of a post", content],
    queryFn: () => posts.preview(content),
  });
  return (
    <section aria-label="Preview" aria-busy={!(data || isError)} className="grid min-h-40 content-start gap-3">
      <p role="status" className="min-h-7 text-muted text-small">
        {data?.readTime ?? (isError ? "" : "Loading...")}
      </p>
      {isError && <Unloaded retry={refetch}>The preview could not be made.</Unloaded>}
      {data?.html === "" && <p className="text-muted">Nothing is written yet.</p>}
      {data && (
        <div
          className="prose-post max-w-measure"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of Markdown, without any HTML of the writer's
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      )}
    </section>
  );
}
