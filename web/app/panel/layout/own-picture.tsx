// One's own picture: chosen, sent at once, and removed again.
import { ImagePlus } from "lucide-react";
import { api, multipart } from "~/api/client";
import { keyed, newKey } from "~/api/idempotency";
import { refreshSession } from "~/api/session";
import { shrunk } from "~/lib/photo";
import { PHOTO_TYPES, photoSizeFault, photoTypeFault } from "~/lib/photo-types";
import { Button } from "~/ui/button";
import { FileButton } from "~/ui/file-button";
import { notifyError } from "~/ui/toast";
import { useWrite } from "../any-record/write";
import { Face } from "../shell/face";
import { useUser } from "../user/user";

const PATH = "/api/auth/user/picture";

export function OwnPicture() {
  const user = useUser();
  const show = useWrite({
    about: [PATH],
    send: async ({ file, key }: { file: File; key: string }) => {
      const form = new FormData();
      form.set("image", file);
      await api.post(PATH, { ...multipart(form), headers: keyed(key) });
      await refreshSession();
    },
    done: () => "Your picture was saved",
    failed: "The picture could not be saved. Please try again.",
    offersRetry: true,
  });
  const remove = useWrite({
    about: [PATH],
    send: async (_: "remove", key) => {
      await api.delete(PATH, { headers: keyed(key) });
      await refreshSession();
    },
    done: () => "Your picture was removed",
    failed: "The picture could not be removed",
  });
  async function choose(chosen: File) {
    const wrongType = photoTypeFault(chosen);
    if (wrongType) return notifyError(wrongType.title, wrongType.text);
    const file = await shrunk(chosen);
    const tooLarge = photoSizeFault(file);
    if (tooLarge) return notifyError(tooLarge.title, tooLarge.text);
    await show.write({ file, key: newKey() });
  }
  const has = user.profileImageUrl !== null;
  return (
    <section aria-label="Picture" className="flex flex-wrap items-center gap-4">
      <Face person={user} className="size-16 text-base" />
      <div className="flex flex-wrap gap-3">
        <FileButton
          label={has ? "Change Picture" : "Choose Picture"}
          icon={<ImagePlus aria-hidden />}
          accept={PHOTO_TYPES}
          busy={show.busy}
          onFile={choose}
        />
        {has && (
          <Button variant="quiet" busy={remove.busy} onClick={() => remove.write("remove")}>
            Remove Picture
          </Button>
        )}
      </div>
    </section>
  );
}
