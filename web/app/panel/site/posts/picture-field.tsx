// The picture of a post: chosen, sent at once, and named by the post when it is saved.

import { ImagePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { newKey } from "~/api/idempotency";
import { shrunk } from "~/lib/photo";
import { PHOTO_TYPES, photoSizeFault, photoTypeFault } from "~/lib/photo-types";
import { Button } from "~/ui/button";
import { Fault } from "~/ui/fault";
import { FileButton } from "~/ui/file-button";
import { notifyError } from "~/ui/toast";
import { useWrite } from "../../any-record/write";
import { keepPicture, pictureAddress } from "./post";

/** A picture that was sent, and where the browser has it until its post is saved. */
interface Sent {
  image: string;
  here: string;
}

function usePicture() {
  const { setValue } = useFormContext();
  const [sent, setSent] = useState<Sent | null>(null);
  useEffect(() => () => URL.revokeObjectURL(sent?.here ?? ""), [sent]);
  const show = (image: string) => setValue("image", image, { shouldDirty: true });
  const { write, busy } = useWrite({
    send: async ({ file, key }: { file: File; key: string }) => {
      const image = await keepPicture(file, key);
      setSent({ image, here: URL.createObjectURL(file) });
      show(image);
    },
    failed: "The picture could not be added. Please try again.",
    offersRetry: true,
  });
  async function choose(chosen: File) {
    const wrongType = photoTypeFault(chosen);
    if (wrongType) return notifyError(wrongType.title, wrongType.text);
    const file = await shrunk(chosen);
    const tooLarge = photoSizeFault(file);
    if (tooLarge) return notifyError(tooLarge.title, tooLarge.text);
    await write({ file, key: newKey() });
  }
  return { sent, busy, choose, remove: () => show("") };
}

export function PictureField() {
  const image: string = useWatch({ name: "image" });
  const { errors } = useFormContext().formState;
  const { sent, busy, choose, remove } = usePicture();
  const address = sent?.image === image ? sent.here : pictureAddress(image);
  return (
    <fieldset className="grid content-start gap-2 sm:col-span-2">
      <legend className="mb-1.5 font-semibold text-small">Picture</legend>
      {image && (
        <img src={address} alt="" className="aspect-video w-full max-w-80 rounded-control bg-sunk object-cover" />
      )}
      <Fault role="alert">{errors.image?.message as string | undefined}</Fault>
      <div className="flex flex-wrap gap-2">
        <FileButton
          label={image ? "Change Picture" : "Choose Picture"}
          icon={<ImagePlus aria-hidden />}
          accept={PHOTO_TYPES}
          busy={busy}
          onFile={choose}
        />
        {image && (
          <Button variant="quiet" busy={busy} onClick={remove}>
            Remove Picture
          </Button>
        )}
      </div>
    </fieldset>
  );
}
