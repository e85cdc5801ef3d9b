// One post in the list, and what can be done with it: published, put off, taken from the visitors.
import { memo, useState } from "react";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { LookBadge } from "~/ui/look-badge";
import { ListCard } from "../../list/cards";
import { Day, Detail, Details } from "../../list/details";
import { useWrite } from "../../records/write";
import { type PostCard as Post, pictureAddress, postStates, posts } from "./post";
import { ScheduleDialog } from "./schedule-dialog";

function usePublication({ id, title }: Post) {
  const about = [posts.path, id];
  const { write: withdraw } = useWrite({
    about,
    send: (_: null, key) => posts.unpublish(id, key),
    done: () => `${title} is a draft again`,
    failed: "Failed to unpublish the post",
    undo: () => void publish({}),
  });
  const { write: publish, busy } = useWrite({
    about,
    send: ({ at }: { at?: string }, key) => posts.publish({ id, ...(at && { at }) }, key),
    done: ({ state }) => (state === "scheduled" ? `${title} is scheduled` : `${title} is published`),
    failed: "Failed to publish the post",
    undo: () => void withdraw(null),
  });
  return { publish, withdraw: () => void withdraw(null), busy };
}

export const PostCard = memo(function PostCard({ post, onEdit }: { post: Post; onEdit: (id: string) => void }) {
  const { publish, withdraw, busy } = usePublication(post);
  const [scheduling, setScheduling] = useState(false);
  const { state, changed, title } = post;
  return (
    <ListCard title={title} badge={<LookBadge looks={postStates} value={state} />}>
      {post.image && (
        <img
          src={pictureAddress(post.id, post.image)}
          alt=""
          loading="lazy"
          className="aspect-video w-full rounded-control bg-sunk object-cover"
        />
      )}
      {changed && <Badge variant="outline">Changes not published</Badge>}
      <Details>
        {post.category && <Detail term="Category">{post.category}</Detail>}
        {post.author && <Detail term="Author">{post.author}</Detail>}
        {post.publishAt && (
          <Detail term="Goes public">
            <Day value={post.publishAt} />
          </Detail>
        )}
        <Detail term={post.publishedAt ? "Published" : "Last updated"}>
          <Day value={post.publishedAt ?? post.updatedAt} />
        </Detail>
      </Details>
      <div className="mt-auto flex flex-wrap justify-end gap-2 pt-1">
        {state === "published" && (
          <a
            href={`/blog?post=${encodeURIComponent(post.id)}`}
            className="mr-auto self-center text-link underline underline-offset-4"
            aria-label={`Read ${title} on the blog`}
          >
            Read
          </a>
        )}
        {state !== "draft" && (
          <Button variant="quiet" size="small" disabled={busy} aria-label={`Unpublish ${title}`} onClick={withdraw}>
            Unpublish
          </Button>
        )}
        {state === "draft" && (
          <Button
            variant="quiet"
            size="small"
            disabled={busy}
            aria-label={`Schedule ${title}`}
            onClick={() => setScheduling(true)}
          >
            Schedule
          </Button>
        )}
        <Button variant="outline" size="small" aria-label={`Edit ${title}`} onClick={() => onEdit(post.id)}>
          Edit
        </Button>
        {(state !== "published" || changed) && (
          <Button size="small" disabled={busy} aria-label={`Publish ${title}`} onClick={() => publish({})}>
            {changed && state === "published" ? "Publish Changes" : "Publish"}
          </Button>
        )}
      </div>
      <ScheduleDialog
        open={scheduling}
        title={title}
        onClose={() => setScheduling(false)}
        onChoose={async (at) => (await publish({ at })) !== null}
      />
    </ListCard>
  );
});
