// The later steps of the login are for those who passed the first; others are sent back to it.
import { useEffect } from "react";
import { useLocation } from "wouter";
import { rememberedEmail } from "./remembered-email";

export function useRequireEmail(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!rememberedEmail()) navigate("/login", { replace: true });
  }, [navigate]);
}
