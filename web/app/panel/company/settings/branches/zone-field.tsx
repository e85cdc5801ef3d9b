// The time zone of a branch, found by typing.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { api, bodyOf } from "~/api/client";
import { Field, useControl } from "~/forms/fields";
import { clockOf } from "~/lib/clock";
import { Combobox } from "~/ui/combobox";
import { Unloaded } from "../../../list/unloaded";

const NAME = "timeZone";
/** Of the matches; more are found by typing on. */
const SHOWN = 50;

const useZones = () =>
  useQuery({
    queryKey: ["/api/panel/time-zones"],
    queryFn: () => bodyOf(api.get("/api/panel/time-zones")),
  });

/** "America/New_York" as people read and type it. */
const nameOf = (zone: string) => zone.replaceAll("_", " ");

export function ZoneField() {
  const zone: string = useWatch({ name: NAME });
  const { setValue } = useFormContext();
  const [typed, setTyped] = useState("");
  const { data: zones = [], isError, refetch } = useZones();
  const now = `It is ${clockOf(zone).now()} there.`;
  const { id, message, control } = useControl({ name: NAME, label: "Time zone", hint: now });
  const words = typed.trim().toLowerCase();
  const matches = zones.filter((one) => nameOf(one).toLowerCase().includes(words)).slice(0, SHOWN);
  return (
    <Field id={id} label="Time zone" message={message} hint={now} className="sm:col-span-2">
      <Combobox
        id={id}
        chosen={{ value: zone, label: nameOf(zone) }}
        options={matches.map((one) => ({ value: one, label: nameOf(one) }))}
        nothing="No time zone matches."
        onType={setTyped}
        onChoose={({ value }) => setValue(NAME, value, { shouldDirty: true })}
        aria-describedby={control["aria-describedby"]}
      />
      {isError && <Unloaded retry={refetch}>The time zones could not be loaded.</Unloaded>}
    </Field>
  );
}
