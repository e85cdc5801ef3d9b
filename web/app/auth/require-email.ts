// The later steps of the login are for those whom the first sent there; others are led to theirs.
import { useEffect } from "react";
import { useLocation } from "wouter";
import { rememberedStep } from "./remembered-email";

export function useRequireEmail(): void {
  const [path, navigate] = useLocation();
  useEffect(() => {
    const step = rememberedStep();
    if (path.toLowerCase().replace(/\/+$/, "") !== step) navigate(step, { replace: true });
  }, [path, navigate]);
}
