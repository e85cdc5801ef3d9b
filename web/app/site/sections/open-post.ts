// Which post is open over the list. The address says so (/blog?post=<id>), so that Back closes it and a link can be shared.
import { useCallback, useEffect, useState } from "react";
import { pageData } from "~/api/page-data";

const inAddress = () => new URLSearchParams(location.search).get("post");

/** The post that the page itself was made for is part of the page and needs no dialog. */
const overPage = () => {
  const id = inAddress();
  return id === pageData?.post?.id ? null : id;
};

export function useOpenPost() {
  const [opened, setOpened] = useState<string | null>(null);

  useEffect(() => {
    const follow = () => setOpened(overPage());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  const open = useCallback((id: string) => {
    history.pushState(null, "", `/blog?post=${encodeURIComponent(id)}`);
    setOpened(overPage());
  }, []);
  // Opening made an entry of the history, so going back one is how it closes.
  const close = useCallback(() => history.back(), []);
  return { opened, open, close };
}
