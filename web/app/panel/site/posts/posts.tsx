// The blog behind the scenes: posts that are written, wait for their time, or are read.
import { optionsOf } from "~/ui/look-badge";
import { RecordDialogs } from "../../any-record/record-dialogs";
import { CardGridSkeleton, Cards } from "../../list/cards";
import { useFilters } from "../../list/filters";
import { useList } from "../../list/list";
import { ListBody } from "../../list/list-body";
import { useOpenRecord } from "../../list/open-record";
import { FilterSelect, NewButton, Toolbar } from "../../list/toolbar";
import { postStates, posts } from "./post";
import { PostCard } from "./post-card";
import { PostForm } from "./post-form";

const rules = { state: Object.keys(postStates) };

export function Posts() {
  const { filters, narrowed, setFilter, clearFilters, reveal } = useFilters(rules);
  const { opened, openRecord, openNew, close } = useOpenRecord();
  const list = useList(posts, filters);
  const none = "No posts found.";
  const write = <NewButton onClick={openNew}>New Post</NewButton>;
  return (
    <>
      <Toolbar title="Posts" count={list.count} refreshing={list.refreshing} action={write}>
        <FilterSelect
          label="Filter by state"
          all="All states"
          value={filters.state ?? ""}
          onChange={(state) => setFilter("state", state)}
          options={optionsOf(postStates)}
        />
      </Toolbar>
      <ListBody
        list={list}
        failed="Failed to fetch posts"
        empty={{ text: none, help: "What you write stays a draft until you publish it on the blog.", action: write }}
        unmatched={narrowed ? { text: none, clear: clearFilters } : null}
        skeleton={<CardGridSkeleton />}
      >
        <Cards pages={list.pages}>{(post) => <PostCard post={post} onEdit={openRecord} />}</Cards>
      </ListBody>
      <RecordDialogs kind={posts} noun="Post" form={PostForm} opened={opened} close={close} reveal={reveal} />
    </>
  );
}
