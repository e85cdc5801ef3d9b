// System preferences: how people sign in, how long sessions last and how long what happened is kept.

import { leadSources } from "../../../any-record/choices";
import type { RecordFormProps } from "../../../any-record/record-form";
import { Toolbar } from "../../../list/toolbar";
import { ChoiceList } from "../choice-list";
import { type Group, group, type Settings, YES_OR_NO } from "../organization/group";
import { GroupCards } from "../organization/group-cards";
import { GroupForm } from "../organization/group-form";

/** What is kept for good while its field is empty. */
const FOR_GOOD = { kind: "number", optional: true, unset: "For good" } as const;

const GROUPS: Group[] = [
  {
    ...group(
      "security",
      "Two-Step Verification",
      "Whether a role must sign in with two steps: the password, and a passkey or a code. Anyone without a second step sets one up at the next sign-in, before the panel opens.",
      [
        { name: "twoStepAdmin", ...YES_OR_NO },
        { name: "twoStepRegionalOpsManager", ...YES_OR_NO },
        { name: "twoStepBranchOpsManager", ...YES_OR_NO },
        { name: "twoStepSupport", ...YES_OR_NO },
        { name: "twoStepSalesRep", ...YES_OR_NO },
        { name: "twoStepLeadTechnician", ...YES_OR_NO },
        { name: "twoStepTechnician", ...YES_OR_NO },
      ],
    ),
    saved: "It counts from the next sign-in on",
  },
  {
    ...group(
      "sessions",
      "Sessions",
      "When people are logged out automatically. It also applies to those signed in now.",
      [
        { name: "sessionIdleMinutes", hint: "From 5 to 60", kind: "number", sign: "minutes" },
        { name: "sessionHours", hint: "From 1 to 12", kind: "number", sign: "hours" },
      ],
    ),
    saved: "It counts from now on",
  },
  {
    ...group("retention", "What Is Kept", "What is older is deleted for good, within the hour.", [
      { name: "keepNotificationsDays", hint: "From 7 to 365", kind: "number", sign: "days" },
      {
        name: "keepLettersDays",
        hint: "Emails that were sent or given up on, from 7 to 365",
        kind: "number",
        sign: "days",
      },
      {
        name: "keepHistoryYears",
        hint: "Who changed what, in histories and timelines. Leave empty to keep it for good",
        kind: "number",
        sign: "years",
        optional: true,
        unset: "For good",
      },
      { name: "keepSpamDays", hint: "Messages that look like a robot's", ...FOR_GOOD, sign: "days" },
      { name: "keepMessagesYears", hint: "Messages that became nobody's record", ...FOR_GOOD, sign: "years" },
      { name: "keepLostLeadsYears", hint: "Since their last change; figures stay", ...FOR_GOOD, sign: "years" },
      { name: "keepUnsubscribedDays", hint: "Addresses that left the newsletter", ...FOR_GOOD, sign: "days" },
      { name: "keepRequestsYears", hint: "Requests about data, once answered", kind: "number", sign: "years" },
    ]),
    saved: "It counts from the next hour on",
  },
  {
    ...group(
      "exports",
      "Lists as Files",
      "Whether a role may download lists for spreadsheets. Administrators always may. Each download is kept with who made it.",
      [
        { name: "exportRegionalOpsManager", ...YES_OR_NO },
        { name: "exportBranchOpsManager", ...YES_OR_NO },
        { name: "exportSupport", ...YES_OR_NO },
        { name: "exportSalesRep", ...YES_OR_NO },
        { name: "exportLeadTechnician", ...YES_OR_NO },
        { name: "exportTechnician", ...YES_OR_NO },
      ],
    ),
    saved: "It counts from now on",
  },
];

const SystemForm = (props: RecordFormProps<Settings>) => <GroupForm {...props} groups={GROUPS} />;

export default function System() {
  return (
    <>
      <Toolbar title="System Preferences" refreshing={false} />
      <GroupCards groups={GROUPS} form={SystemForm} />
      <ChoiceList
        choices={leadSources}
        title="Where leads come from"
        noun="Source"
        help="Offered in the lead form, where anything else can be typed, too. Leads keep the words they have."
      />
    </>
  );
}
