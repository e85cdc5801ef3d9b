// What the organization is: its facts, which pages, letters and the panel show.
import type { RecordFormProps } from "../../../any-record/record-form";
import { GROUPS, type Settings } from "./group";
import { GroupCards } from "./group-cards";
import { GroupForm } from "./group-form";

const FactsForm = (props: RecordFormProps<Settings>) => <GroupForm {...props} groups={GROUPS} />;

export default function Facts() {
  return <GroupCards groups={GROUPS} form={FactsForm} />;
}
