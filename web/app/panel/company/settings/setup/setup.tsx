// Setup in Settings: the checklist of a new company, also once Welcome shows it no more, and the sample data while there is any.
import { Skeleton } from "~/ui/skeleton";
import { Toolbar } from "../../../list/toolbar";
import { Unloaded } from "../../../list/unloaded";
import Checklist from "../../../setup/checklist";
import { useSetup } from "../../../setup/setup";
import { SampleData } from "./sample-data";

export default function SetupSettings() {
  const { data, isError, isRefetching, refetch } = useSetup();
  return (
    <>
      <Toolbar title="Setup" refreshing={isRefetching} />
      {isError && !data && <Unloaded retry={refetch}>The checklist could not be loaded.</Unloaded>}
      {!(data || isError) && <Skeleton className="h-[40rem]" />}
      {data && <Checklist setup={data} />}
      <SampleData />
    </>
  );
}
