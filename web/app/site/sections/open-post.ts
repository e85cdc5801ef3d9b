// Which post is open over the list. The address says so (/blog?post=<id>), so that Back closes it and a link can be shared;
// the entry of the history says that it was opened over the list, because the page may also have been made for that post.
import { useCallback, useEffect, useState } from "react";
import { pageData } from "~/api/page-data";
import { postAddress } from "../slots";

const OVER_THE_LIST = "post over the list";

const inAddress = () => new URLSearchParams(location.search).get("post");
const overTheList = () => (history.state === OVER_THE_LIST ? inAddress() : null);

export function useOpenPost() {
  const [opened, setOpened] = useState<string | null>(null);

  useEffect(() => {
    const follow = () => {
      const over = overTheList();
      setOpened(over);
      // Back to the address of another page: this one was reloaded at the address of its post.
      if (over === null && pageData?.post && inAddress() !== pageData.post.id) location.reload();
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  const open = useCallback((id: string) => {
    history.pushState(OVER_THE_LIST, "", postAddress(id));
    setOpened(id);
  }, []);
  // Opening made an entry of the history, so going back one is how it closes.
  const close = useCallback(() => history.back(), []);
  return { opened, open, close };
}
