// The organization: its facts and the lists that it keeps, for those who may edit its configuration.

import { lazyOnDemand } from "~/ui/lazy";
import { lostReasons, useChoices } from "../../any-record/choices";
import { CardGridSkeleton } from "../../list/cards";
import { Toolbar } from "../../list/toolbar";
import { ChoiceList } from "./choice-list";

const Facts = lazyOnDemand(() => import("./organization/facts"), {
  wanted: () => true,
  fallback: () => <CardGridSkeleton />,
  onError: () => {},
});

const Checklists = lazyOnDemand(() => import("./organization/checklists"), {
  wanted: () => true,
  fallback: () => <CardGridSkeleton />,
  onError: () => {},
});

export function Organization() {
  const { isRefetching } = useChoices(lostReasons);
  return (
    <>
      <Toolbar title="Organization" refreshing={isRefetching} />
      <Facts />
      <ChoiceList
        choices={lostReasons}
        title="Why leads are lost"
        noun="Reason"
        help="A person who marks a lead as lost is asked for one of these. Leads keep the words they were lost with."
      />
      <Checklists />
    </>
  );
}
