// The region of a branch, a choice for those who decide who sees what; and who that is in another one.
import { skipToken, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import { api, bodyOf, type Schemas } from "~/api/client";
import { SelectField } from "~/forms/fields";
import { Unloaded } from "../../../list/unloaded";
import { useRegionList } from "../../../staff/queries";
import { may, useUser } from "../../../user/user";
import type { Branch } from "./branch";

type Watcher = Schemas["Watcher"];

const NAME = "regionId";

function useSight(branch: Branch | undefined, regionId: string) {
  const moves = branch !== undefined && regionId !== "" && regionId !== branch.regionId;
  const call = () =>
    bodyOf(
      api.get("/api/panel/branches/{id}/sight", { params: { path: { id: branch?.id ?? "" }, query: { regionId } } }),
    );
  return useQuery({
    queryKey: ["/api/panel/branches", branch?.id, "sight", regionId],
    queryFn: moves ? call : skipToken,
    gcTime: 0,
  });
}

function People({ title, people }: { title: string; people: Watcher[] }) {
  if (people.length === 0) return null;
  return (
    <>
      <p className="font-semibold">{title}</p>
      <ul className="list-disc pl-5">
        {people.map(({ id, name, open }) => (
          <li key={id}>
            <Link href={`/panel/users?${new URLSearchParams({ id })}`} className="underline underline-offset-4">
              {name}
            </Link>
            {open > 0 && `, who has ${open} open ${open === 1 ? "record or next step" : "records and next steps"} here`}
          </li>
        ))}
      </ul>
    </>
  );
}

function SightChange({ branch }: { branch: Branch | undefined }) {
  const regionId: string = useWatch({ name: NAME });
  const { data, isError, refetch } = useSight(branch, regionId);
  if (isError) return <Unloaded retry={refetch}>Who would see this branch could not be loaded.</Unloaded>;
  if (!data) return null;
  const nobody = data.gains.length + data.loses.length === 0;
  return (
    <div role="status" className="grid gap-1 rounded-control bg-warn-tint p-4 text-on-warn-tint sm:col-span-2">
      <People title="These will see the branch:" people={data.gains} />
      <People title="These will no longer see it:" people={data.loses} />
      {nobody && <p>Nobody manages either region, so nobody gains or loses sight of this branch.</p>}
    </div>
  );
}

export function RegionField({ branch }: { branch: Branch | undefined }) {
  const mayMove = may(useUser(), "canEditConfig");
  const { data = [], isError, refetch } = useRegionList(mayMove);
  if (!mayMove) return null;
  return (
    <>
      <SelectField
        name={NAME}
        label="Region"
        hint={isError && <Unloaded retry={refetch}>The regions could not be loaded.</Unloaded>}
        options={[{ value: "", label: "Choose a region" }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <SightChange branch={branch} />
    </>
  );
}
