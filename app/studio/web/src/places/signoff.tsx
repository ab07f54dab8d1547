// Sign off: what was found, who answers for it, and all that goes out of the house.
import { text } from "../text";
import { Export } from "./signoff/export";
import { Notes } from "./signoff/notes";
import { Record, Report } from "./signoff/report";
import { StateSteps } from "./signoff/state";
import { Steps } from "./signoff/steps";
import { Verdict } from "./signoff/verdict";

export function SignOff() {
  return (
    <div class="signoff">
      <h1>{text.places.signoff}</h1>
      <p class="quiet">{text.signoff.lead}</p>
      <StateSteps />
      <Verdict />
      <Report />
      <Record />
      <Notes />
      <Export />
      <Steps />
    </div>
  );
}
