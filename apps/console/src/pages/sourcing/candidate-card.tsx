import { ExternalLink } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { type Reply, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { Points } from '../../components/page.tsx';

type Full = NonNullable<
  Extract<Reply<'/sourcing/{id}/results', 'get'>, { candidates?: unknown }>['candidates']
>;
type Preview = NonNullable<
  Extract<Reply<'/sourcing/preview/{id}/results', 'get'>, { candidates?: unknown }>['candidates']
>;

/** A candidate of a preview or of a full search. */
export interface Candidate {
  readonly profileId: string;
  readonly name: string;
  readonly role: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly headline: string | null;
  readonly url: string | null;
  /** Missing in a preview. */
  readonly assessment?: {
    readonly score: number;
    readonly rationale: string;
    readonly fits: readonly string[];
    readonly flags: readonly string[];
    readonly steps: Full[number]['aiDetailedRationale'];
  };
  readonly skills: readonly string[];
  readonly emails: readonly string[];
}

export const candidatesOf = ({
  candidates = [],
}: {
  readonly candidates?: Full | Preview;
}): readonly Candidate[] => candidates.map((one) => ('matchScore' in one ? whole(one) : previewed(one)));

const whole = (one: Full[number]): Candidate => ({
  profileId: one.profileId,
  name: one.name,
  role: one.currentRole,
  company: one.currentCompany,
  location: one.location,
  headline: one.headline,
  url: webAddress(one.professionalProfileUrl),
  assessment: {
    score: one.matchScore,
    rationale: one.rationale,
    fits: one.aiFitPoints,
    flags: one.aiRedFlags,
    steps: one.aiDetailedRationale,
  },
  skills: one.skills,
  emails: one.emails,
});

const previewed = (one: Preview[number]): Candidate => ({
  profileId: one.profileId,
  name: one.fullName,
  role: one.title,
  company: one.companyName,
  location: one.location,
  headline: one.headline,
  url: webAddress(one.profileUrl),
  skills: [],
  emails: [],
});

/** A provider may return anything; only web addresses become links. */
const webAddress = (url: string | null): string | null => (url && /^https?:\/\//i.test(url) ? url : null);

const toneOf = (score: number): Tone => (score >= 70 ? 'good' : score >= 40 ? 'warn' : 'neutral');

/** A candidate, and why they match. */
export function CandidateCard({
  candidate,
  isChosen,
  onChoose,
}: {
  readonly candidate: Candidate;
  readonly isChosen: boolean;
  readonly onChoose: ((isChosen: boolean) => void) | undefined;
}) {
  const { profileId, name, role, company, location, headline, url, assessment, skills, emails } = candidate;
  const mayWrite = useHasRole('member');
  const confirm = useConfirm();
  const erase = useAction(() => remove('/sourcing/profiles/{profileId}', { path: { profileId } }), {
    done: `${name} is no longer in the pool`,
    invalidates: [['request']],
  });
  const askDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${name} from the talent pool?`,
      words:
        'They are also removed from the results of earlier searches. A contact created from this profile is kept.',
      yes: 'Delete from the pool',
    });
    if (isSure) erase.run(undefined);
  };
  const work = [role, company].filter(Boolean).join(' at ') || headline;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      {onChoose && (
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
          className="mt-0.5 size-4 accent-accent"
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="font-medium">
            {name}
          </span>
          {assessment && <Badge tone={toneOf(assessment.score)}>{Math.round(assessment.score)}</Badge>}
          {url && (
            <a
              href={url}
              target="_blank"
              rel="noreferrer noopener"
              aria-label={`Profile of ${name}`}
              className="text-soft hover:text-ink"
            >
              <ExternalLink size={14} aria-hidden />
            </a>
          )}
        </div>
        <p dir="auto" className="text-soft">
          {[work, location].filter(Boolean).join(' · ')}
        </p>
        {assessment && (
          <p dir="auto" className="mt-1">
            {assessment.rationale}
          </p>
        )}
        {skills.length > 0 && (
          <p className="mt-1.5 flex flex-wrap gap-1">
            {skills.slice(0, 12).map((skill) => (
              <Badge key={skill}>{skill}</Badge>
            ))}
          </p>
        )}
        {assessment && <Reasons of={assessment} emails={emails} />}
      </div>
      {mayWrite && (
        <MoreMenu
          of={name}
          items={[{ words: 'Delete from the pool…', isDanger: true, onChoose: () => void askDelete() }]}
        />
      )}
    </li>
  );
}

function Reasons({
  of: { fits, flags, steps },
  emails,
}: {
  readonly of: NonNullable<Candidate['assessment']>;
  readonly emails: readonly string[];
}) {
  return (
    <details className="mt-1.5">
      <summary className="text-xs text-soft">Why this score</summary>
      <div className="mt-2 flex flex-col gap-2">
        <Points title="For" points={fits} />
        <Points title="Against" points={flags} />
        {steps.map(({ title, company, duration, relevanceExplanation }) => (
          <p key={`${title} ${company} ${duration}`} dir="auto">
            <span className="font-medium">{[title, company].filter(Boolean).join(' at ')}</span>
            {duration && <span className="text-soft"> · {duration}</span>}
            <span className="block text-soft">{relevanceExplanation}</span>
          </p>
        ))}
        {emails.length > 0 && <p className="text-soft">{emails.join(', ')}</p>}
      </div>
    </details>
  );
}
