// The lists that the organization keeps, for those who may edit its configuration.

import { Toolbar } from "../../list/toolbar";
import { lostReasons, useChoices } from "../../records/choices";
import { ChoiceList } from "./choice-list";

export function OrganizationLists() {
  const { isRefetching } = useChoices(lostReasons);
  return (
    <>
      <Toolbar title="Organization" refreshing={isRefetching} />
      <ChoiceList
        choices={lostReasons}
        title="Why leads are lost"
        noun="Reason"
        help="Whoever loses a lead is asked for one of these. Leads keep the words they were lost with."
      />
    </>
  );
}
