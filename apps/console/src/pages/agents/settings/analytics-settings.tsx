import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { LinesField, SelectField, TextField } from '../../../components/field.tsx';
import { useFilters } from '../../../components/filters.tsx';
import { Section } from '../../../components/page.tsx';
import type { Agent } from '../agent.ts';
import { useSettings } from './settings-form.ts';

/** What the analysis of a call looks for. */
export function AnalyticsSettings() {
  const { values, set, agent } = useSettings();
  const { analyticsConfig } = values;
  const isEmpty = Object.values(analyticsConfig).every((entries) => entries.length === 0);
  // What is set already stays in sight: it counts as soon as there is a flow.
  if (!agent.custom && isEmpty)
    return (
      <Section title="Call analysis">
        <FlowNeeded />
      </Section>
    );
  return (
    <Section title="Call analysis">
      <div className="flex flex-col gap-6">
        {!agent.custom && <FlowNeeded />}
        <TargetList
          targets={analyticsConfig.extractionTargets}
          onChange={(extractionTargets) =>
            set({ analyticsConfig: { ...analyticsConfig, extractionTargets } })
          }
        />
        <JudgementList
          title="Outcomes"
          hint="Yes or no for the whole call."
          one="outcome"
          path="analyticsConfig.outcomes"
          judgements={analyticsConfig.outcomes}
          onChange={(outcomes) => set({ analyticsConfig: { ...analyticsConfig, outcomes } })}
        />
        <JudgementList
          title="Tags"
          hint="Labels for the call."
          one="tag"
          path="analyticsConfig.tags"
          judgements={analyticsConfig.tags}
          onChange={(tags) => set({ analyticsConfig: { ...analyticsConfig, tags } })}
        />
      </div>
    </Section>
  );
}

/** Where outcomes can be set, and what there is until then. */
function FlowNeeded() {
  const [, setFilters] = useFilters();
  return (
    <p className="text-soft">
      This agent has no flow, so each of its calls gets a score and nothing else. Outcomes, tags and values
      are found in calls of agents with a flow.{' '}
      <button
        type="button"
        className="underline decoration-dotted hover:text-ink"
        onClick={() => setFilters({ tab: undefined })}
      >
        Create a flow
      </button>
    </p>
  );
}

type Target = Agent['analyticsConfig']['extractionTargets'][number];

const types: readonly { value: Target['type']; words: string }[] = [
  { value: 'string', words: 'Text' },
  { value: 'number', words: 'Number' },
  { value: 'bool', words: 'Yes or no' },
  { value: 'date', words: 'Date' },
  { value: 'enum', words: 'One of several' },
  { value: 'list', words: 'Several texts' },
];
const blankTarget: Target = { key: '', label: '', type: 'string' };

/** Values to extract from the call. */
function TargetList({
  targets,
  onChange,
}: {
  readonly targets: readonly Target[];
  readonly onChange: (targets: Target[]) => void;
}) {
  const { errorAt } = useSettings();
  return (
    <EntryList
      title="Values"
      hint="Extracted from the transcript, each with a quote."
      one="value"
      entries={targets}
      blank={blankTarget}
      onChange={onChange}
    >
      {(target, index, set) => {
        const path = `analyticsConfig.extractionTargets[${index}]`;
        return (
          <>
            <TextField
              label="Label"
              placeholder="Earliest start"
              value={target.label}
              error={errorAt(`${path}.label`)}
              onChange={(event) => set({ label: event.target.value })}
            />
            <TextField
              label="Key"
              placeholder="start_date"
              spellCheck={false}
              value={target.key}
              error={errorAt(`${path}.key`)}
              onChange={(event) => set({ key: event.target.value.trim() })}
            />
            <SelectField
              label="Type"
              choices={types}
              value={target.type}
              error={errorAt(`${path}.type`)}
              onChange={(event) => set({ type: event.target.value as Target['type'] })}
            />
            <TextField
              label="Description"
              placeholder="When could they start?"
              value={target.description ?? ''}
              error={errorAt(`${path}.description`)}
              onChange={(event) => set({ description: event.target.value })}
            />
            {target.type === 'enum' && (
              <LinesField
                label="Values to choose from"
                hint="One per line."
                lines={target.options ?? []}
                error={errorAt(`${path}.options`)}
                onChange={(options) => set({ options })}
              />
            )}
          </>
        );
      }}
    </EntryList>
  );
}

type Judgement = Agent['analyticsConfig']['outcomes'][number];

const blankJudgement: Judgement = { key: '', label: '', description: '' };

/** Yes-or-no results: outcomes and tags. */
function JudgementList({
  title,
  hint,
  one,
  path,
  judgements,
  onChange,
}: {
  readonly title: string;
  readonly hint: string;
  readonly one: string;
  readonly path: string;
  readonly judgements: readonly Judgement[];
  readonly onChange: (judgements: Judgement[]) => void;
}) {
  const { errorAt } = useSettings();
  return (
    <EntryList
      title={title}
      hint={hint}
      one={one}
      entries={judgements}
      blank={blankJudgement}
      onChange={onChange}
    >
      {(judgement, index, set) => (
        <>
          <TextField
            label="Label"
            value={judgement.label}
            error={errorAt(`${path}[${index}].label`)}
            onChange={(event) => set({ label: event.target.value })}
          />
          <TextField
            label="Key"
            placeholder="From the label"
            spellCheck={false}
            value={judgement.key}
            error={errorAt(`${path}[${index}].key`)}
            onChange={(event) => set({ key: event.target.value.trim() })}
          />
          <div className="sm:col-span-2">
            <TextField
              label="Condition"
              value={judgement.description}
              error={errorAt(`${path}[${index}].description`)}
              onChange={(event) => set({ description: event.target.value })}
            />
          </div>
        </>
      )}
    </EntryList>
  );
}

/** A list of small forms that can be added and removed. */
function EntryList<Entry>({
  title,
  hint,
  one,
  entries,
  blank,
  onChange,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  /** What one of them is called. */
  readonly one: string;
  readonly entries: readonly Entry[];
  readonly blank: Entry;
  readonly onChange: (entries: Entry[]) => void;
  readonly children: (entry: Entry, index: number, set: (changes: Partial<Entry>) => void) => ReactNode;
}) {
  const { isReadOnly } = useSettings();
  const setAt = (index: number) => (changes: Partial<Entry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...changes } : entry)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{title}</legend>
      <p className="text-xs text-soft">{hint}</p>
      {entries.map((entry, index) => (
        <div key={index} className="flex items-start gap-2 rounded-md border border-line p-3">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            {children(entry, index, setAt(index))}
          </div>
          {!isReadOnly && (
            <IconButton
              label={`Remove ${one} ${index + 1}`}
              icon={<X size={14} />}
              onClick={() => onChange(entries.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...entries, blank])}
          >
            Add {one}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
