// A button that opens the studio over the page it is on.
import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { openStudio } from "./open-studio";
import { preloadStudio } from "./studio-host";

export function StudioButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} onPointerEnter={preloadStudio} onFocus={preloadStudio} onClick={openStudio} />;
}
