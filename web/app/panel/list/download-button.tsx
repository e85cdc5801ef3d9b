// Takes a list along as a file for spreadsheets: all that its words and filters leave, not only what is loaded.
import { Download } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "~/api/error";
import { Button } from "~/ui/button";
import { notifyError } from "~/ui/toast";
import { useUser } from "../user/user";
import { saveFile } from "./save-file";

export interface ListFile {
  name: string;
  fetch: () => Promise<Blob>;
}

export function DownloadButton({ name, fetch }: ListFile) {
  const { mayExport } = useUser();
  const [isOnItsWay, setOnItsWay] = useState(false);
  if (!mayExport) return null;
  async function download() {
    setOnItsWay(true);
    try {
      saveFile(await fetch(), name);
    } catch (error) {
      notifyError("Error", sentenceOf(error, "The file could not be made. Please try again."));
    } finally {
      setOnItsWay(false);
    }
  }
  return (
    <Button
      variant="outline"
      size="icon"
      className="size-10"
      aria-label="Download as a spreadsheet"
      busy={isOnItsWay}
      onClick={() => void download()}
    >
      <Download aria-hidden />
    </Button>
  );
}
