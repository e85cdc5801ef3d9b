// Second step of the login, for clients: their portal does not exist yet, and the page says so.
import { useLocation } from "wouter";
import { Button } from "~/ui/button";
import { forgetEmail, useRememberedEmail } from "./remembered-email";
import { useRequireEmail } from "./require-email";
import { StepHeading } from "./step";

export default function ClientPortal() {
  useRequireEmail();
  const email = useRememberedEmail();
  const [, navigate] = useLocation();

  function back() {
    forgetEmail();
    navigate("/login");
  }

  return (
    <>
      <StepHeading title="Client Portal" tab="Client portal">
        The client dashboard is under development.
      </StepHeading>
      <div className="grid gap-6 noscript:hidden">
        <p className="min-h-18">
          {email && (
            <>
              Your email <strong className="break-all font-semibold">{email}</strong> is registered as a client. If you
              have a question about your installation, write to our support team.
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={back}>Back to Login</Button>
          <Button asChild variant="outline">
            <a href="/support">Contact Support</a>
          </Button>
        </div>
      </div>
    </>
  );
}
