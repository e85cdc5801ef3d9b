// The dialogs over a list of records, loaded when the first is opened: who reads a list needs no form.
import type { ComponentType } from "react";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import type { Opened } from "../list/open-record";

export interface ListDialogsProps<Row> {
  opened: Opened;
  close: () => void;
  /** Shows a record that was just made. */
  reveal: (made: Row) => void;
}

const isWanted = ({ opened }: { opened: Opened }): boolean => opened.kind !== "closed";

export const dialogsOnDemand = <Row,>(fetchModule: () => Promise<{ default: ComponentType<ListDialogsProps<Row>> }>) =>
  lazyOnDemand<ListDialogsProps<Row>>(fetchModule, {
    wanted: isWanted,
    fallback: (props) => isWanted(props) && <Scrim />,
    onError: ({ close }) => close(),
  });
