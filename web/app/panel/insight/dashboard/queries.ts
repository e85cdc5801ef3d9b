// The counts of the dashboard.
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "~/api/client";

export const useStats = () => useQuery<Schemas["Stats"]>({ queryKey: ["/api/panel/dashboard/stats"] });
