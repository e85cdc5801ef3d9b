// The privacy policy or the terms, read over the page that names them.
import { useCallback, useEffect, useState } from "react";
import { api, bodyOf, type Schemas } from "~/api/client";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Spinner } from "~/ui/spinner";
import { ownData } from "../content/own-data";
import { type TextName, TITLES } from "../layout/texts";
import { OwnDataForm } from "./own-data-form";
import { PostContent } from "./post-article";

interface TextDialogProps {
  name: TextName;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function TextDialog({ name, open, onOpenChange }: TextDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} shape="large" title={TITLES[name]}>
      <Text name={name} />
    </Dialog>
  );
}

function Text({ name }: { name: TextName }) {
  const [shown, setShown] = useState<Schemas["TextShown"] | "loading" | "failed">("loading");
  const load = useCallback(async () => {
    setShown("loading");
    const asked = bodyOf(api.get("/api/texts/{name}/content", { params: { path: { name } } }));
    setShown(await asked.catch(() => "failed" as const));
  }, [name]);
  useEffect(() => {
    void load();
  }, [load]);
  if (shown === "loading") return <Spinner label="Loading..." />;
  if (shown === "failed")
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>The text could not be loaded.</p>
        <Button onClick={load}>Try Again</Button>
      </div>
    );
  return (
    <>
      {shown.sample && (
        <Badge variant="outline" className="mb-4">
          Sample: the company has yet to check this text
        </Badge>
      )}
      <PostContent html={shown.html} />
      {name === "privacy" && (
        <section aria-labelledby="own-data" className="mt-8 grid gap-4 border-hairline border-t pt-6">
          <div>
            <h3 id="own-data" className="text-h3">
              {ownData.title}
            </h3>
            <p className="mt-1 text-muted">{ownData.text}</p>
          </div>
          <OwnDataForm />
        </section>
      )}
    </>
  );
}
