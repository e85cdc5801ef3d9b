// One post in the list, and what can be done with it: published, put off, taken from the visitors.
import { memo, useState } from "react";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { LookBadge } from "~/ui/look-badge";
import { useWrite } from "../../any-record/write";
import { ListCard } from "../../list/cards";
import { Day, Detail, Details } from "../../list/details";
import { may, useUser } from "../../user/user";
import { useReaders } from "../subscribers/subscriber";
import { type Post as Draft, type PostCard as Post, pictureAddress, postStates, posts } from "./post";
import { ScheduleDialog } from "./schedule-dialog";

/** What became of a post by publishing it. */
function doneWith(before: Post, { title, publishAt, toldAt }: Post): string {
  if (publishAt) return `${title} is scheduled`;
  return toldAt === before.toldAt
    ? `${title} is published`
    : `${title} is published. Subscribers are told in two minutes`;
}

interface TellProps {
  title: string;
  tell: boolean;
  onTell: (tell: boolean) => void;
}

/** Whether subscribers hear of it: chosen for each post, once. */
function Tell({ title, tell, onTell }: TellProps) {
  const { data } = useReaders();
  const number = data ? ` (${data.active.toLocaleString("en-US")})` : "";
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={tell}
          aria-label={`Tell subscribers of ${title}`}
          onChange={(event) => onTell(event.currentTarget.checked)}
        />
        <span>Tell subscribers{number}</span>
      </label>
      <p role="status" className="empty:hidden">
        {tell && data?.whyNot}
      </p>
    </div>
  );
}

/** What a press does to a post; Undo is offered where it leads back to exactly what was there. */
function usePublication(post: Post) {
  const { title } = post;
  const about = [posts.path, post.id];
  const { write: withdraw } = useWrite({
    about,
    send: (shown: Post, key) => posts.unpublish(shown, key),
    done: () => `${title} is a draft again`,
    failed: "Failed to unpublish the post",
    ...(!(post.changed || post.publishAt) && {
      undo: (_: Post, draft: Post) => void publish({ shown: draft, at: null, tell: post.toldAt !== draft.toldAt }),
    }),
  });
  const { write: unschedule } = useWrite({
    about,
    send: (shown: Post, key) => posts.unschedule(shown, key),
    done: () => "Schedule cancelled",
    failed: "Failed to cancel the schedule",
    ...(post.publishAt && {
      undo: (_: Post, draft: Post) => void publish({ shown: draft, at: post.publishAt, tell: post.tells }),
    }),
  });
  const { write: publish, busy } = useWrite({
    about,
    send: ({ shown, ...publication }: { shown: Post; at: string | null; tell: boolean }, key) =>
      posts.publish(shown, publication, key),
    done: (now) => doneWith(post, now),
    failed: "Failed to publish the post",
    ...(post.state === "draft" && {
      undo: (_: unknown, now: Post) => void (now.publishAt ? unschedule(now) : withdraw(now)),
    }),
  });
  return {
    publish: (tell: boolean, at: string | null = null) => publish({ shown: post, at, tell }),
    withdraw: () => void withdraw(post),
    unschedule: () => void unschedule(post),
    busy,
  };
}

/** Undo is offered where it leads back to exactly what was there: not for what visitors have read before. */
function useDeletion({ id, title, publishedAt }: Post) {
  const about = [posts.path, id];
  const { write: again } = useWrite({
    about,
    send: ({ excerpt, content, author, category, image }: Draft, key) =>
      posts.create({ title, excerpt, content, author, category, image }, key),
    done: () => `${title} is back`,
    failed: "Failed to bring the draft back",
    offersRetry: true,
  });
  return useWrite({
    about,
    send: async (shown: Post, key) => {
      const draft = await posts.one(id);
      await posts.delete(shown, key);
      return draft;
    },
    done: () => `${title} is deleted`,
    failed: "Failed to delete the draft",
    ...(!publishedAt && { undo: (_: Post, draft: Draft) => void again(draft) }),
  });
}

export const PostCard = memo(function PostCard({ post, onEdit }: { post: Post; onEdit: (id: string) => void }) {
  const { publish, withdraw, unschedule, busy } = usePublication(post);
  const { write: remove, busy: removing } = useDeletion(post);
  const mayDelete = may(useUser(), "canDeleteData");
  const clock = useClock();
  const [scheduling, setScheduling] = useState(false);
  const [tell, setTell] = useState(false);
  const { state, changed, title } = post;
  const waits = !post.publishAt && (state === "draft" || changed);
  return (
    <ListCard title={title} badge={<LookBadge looks={postStates} value={state} />}>
      {post.image && (
        <img
          src={pictureAddress(post.image)}
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
          <Detail term={post.changed ? "Changes go public" : "Goes public"}>{clock.moment(post.publishAt)}</Detail>
        )}
        {post.tells && <Detail term="Subscribers">are told when it goes public</Detail>}
        {post.toldAt && (
          <Detail term="Subscribers">
            told <Day value={post.toldAt} />
          </Detail>
        )}
        <Detail term={post.publishedAt ? "First published" : "Last updated"}>
          <Day value={post.publishedAt ?? post.updatedAt} />
        </Detail>
      </Details>
      {waits && !post.toldAt && <Tell title={title} tell={tell} onTell={setTell} />}
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
        {state === "draft" && mayDelete && (
          <Button
            variant="quiet"
            size="small"
            className="mr-auto"
            busy={busy || removing}
            aria-label={`Delete ${title}`}
            onClick={() => remove(post)}
          >
            Delete
          </Button>
        )}
        {state === "published" && (
          <Button variant="quiet" size="small" busy={busy} aria-label={`Unpublish ${title}`} onClick={withdraw}>
            Unpublish
          </Button>
        )}
        {post.publishAt && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            aria-label={`Cancel the schedule of ${title}`}
            onClick={unschedule}
          >
            Cancel Schedule
          </Button>
        )}
        {waits && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
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
          <Button
            size="small"
            busy={busy}
            aria-label={`Publish ${title}`}
            onClick={() => publish(waits ? tell : post.tells)}
          >
            {changed && state === "published" ? "Publish Changes" : "Publish"}
          </Button>
        )}
      </div>
      <ScheduleDialog
        open={scheduling}
        title={title}
        onClose={() => setScheduling(false)}
        onChoose={async (at) => (await publish(tell, at)) !== null}
      />
    </ListCard>
  );
});
