// Documents: what was found in them is read and decided by a person; then they are written without it.
import { useState } from "preact/hooks";
import { Button, Failure, Loading } from "../parts/basic";
import { isActive, jobOf } from "../parts/jobs";
import { address, go, useRoute } from "../route";
import { useWorkspace } from "../state";
import { text } from "../text";
import { Confirm } from "./documents/dialogs";
import { Finish } from "./documents/finish";
import { Categories, DocumentList } from "./documents/list";
import { allUndecided, Look } from "./documents/look";
import { Progress } from "./documents/progress";
import { Reader } from "./documents/reader";
import { firstOpen, useSummary, type ReviewState } from "./documents/review";
import { Search } from "./documents/search";

const words = text.documents;

function Overview({ review }: { review: ReviewState }) {
  const workspace = useWorkspace();
  const { project } = workspace;
  const { summary } = review;
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const first = summary ? firstOpen(summary) : null;
  const looking = isActive(jobOf(workspace.jobs, "review"));
  return (
    <>
      <h1>{text.places.documents}</h1>
      {!summary && !review.missing && !review.failure && <Loading />}
      <Failure error={review.failure} />
      {!!review.failure && <p>{words.brokenHint}</p>}
      {(review.missing || !!review.failure) && <Look summary={null} broken={!!review.failure} onChanged={review.reload} />}
      {summary && (
        <>
          <div class="card">
            <Progress summary={summary} />
            <p class="quiet">{first === null ? words.allDecided : words.someOpen}</p>
            <div class="row">
              {first !== null ? (
                <Button kind="main" onClick={() => go(address(project.id, "documents", first))}>{words.goOn}</Button>
              ) : (
                <Button kind="main" disabled={summary.documents.length === 0} onClick={() => go(address(project.id, "documents", summary.documents[0].index))}>{words.readFirst}</Button>
              )}
              <Button disabled={looking || summary.total.entities === 0} onClick={() => setAsks(true)}>{words.allOpen}</Button>
            </div>
            <Failure error={failure} />
            <Categories summary={summary} />
          </div>
          <Look summary={summary} broken={false} onChanged={review.reload} />
          <Search project={project.id} />
          <DocumentList project={project.id} summary={summary} />
          <Finish summary={summary} />
        </>
      )}
      {asks && summary && (
        <Confirm
          title={words.allOpen}
          text={words.allOpenText}
          button={words.allOpenButton}
          onClose={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            allUndecided(project.id, summary.total.entities).then(review.reload, setFailure);
          }}
        />
      )}
    </>
  );
}

export function Documents() {
  const route = useRoute();
  const workspace = useWorkspace();
  const review = useSummary(workspace);
  const number = route.rest[0] !== undefined ? Number(route.rest[0]) : NaN;
  if (!Number.isInteger(number) || review.missing || (review.failure && !review.summary)) return <Overview review={review} />;
  const wanted = route.rest[1] !== undefined ? Number(route.rest[1]) : NaN;
  return <Reader index={number} wanted={Number.isInteger(wanted) ? wanted : null} review={review} />;
}
