// The counts of the dashboard.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "~/api/client";

export const useStats = () =>
  useQuery({ queryKey: ["/api/panel/dashboard/stats"], queryFn: () => bodyOf(api.get("/api/panel/dashboard/stats")) });
