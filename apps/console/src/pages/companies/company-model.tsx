import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useAction } from '../../api/action.ts';
import { get, isNotFound, put, type Reply, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { textControls, useDraft } from '../../components/draft.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { FormError } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';

type Model = Reply<'/companies/{id}/model', 'get'>;

/** 404: the company has no model of its own and uses the installation's. */
async function readModel(id: string, signal: AbortSignal): Promise<Model | null> {
  try {
    return await get('/companies/{id}/model', { path: { id }, signal });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The language model of the company. */
export function CompanyModel({ companyId }: { readonly companyId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['company', companyId, 'model'],
    queryFn: ({ signal }) => readModel(companyId, signal),
  });
  return (
    <Section title="Language model">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <SkeletonLines />}
      {data !== undefined && <ModelForm companyId={companyId} model={data} />}
    </Section>
  );
}

/** The draft of a model. */
interface ModelDraft {
  readonly provider: Model['provider'];
  readonly name: string;
  readonly url: string;
  readonly key: string;
  /** The stored key is to be removed. */
  readonly isKeyless: boolean;
}

const typedOf = (model: Model | null): ModelDraft => ({
  provider: model?.provider ?? 'openai-compatible',
  name: model?.model ?? '',
  url: model?.url ?? '',
  key: '',
  isKeyless: false,
});

function ModelForm({ companyId, model }: { readonly companyId: string; readonly model: Model | null }) {
  const path = { id: companyId };
  const invalidates = [['company', companyId, 'model']];
  const { draft, setDraft, saved } = useDraft(
    () => typedOf(model),
    (typed) => typed,
  );
  const hasKey = model?.hasKey === true;
  const isKeyless = hasKey && draft.isKeyless;
  const set = (part: Partial<ModelDraft>) => setDraft({ ...draft, ...part });
  const confirm = useConfirm();
  const save = useAction(
    ({ provider, name, url, key }: ModelDraft) =>
      put(
        '/companies/{id}/model',
        { provider, model: name, url: url === '' ? null : url, key: key === '' ? null : key },
        { path },
      ),
    {
      isQuiet: true,
      invalidates,
      done: 'Saved. New calls use it within ten seconds',
      onDone: (now, typed) => saved(typedOf(now), typed),
    },
  );
  const drop = useAction(() => remove('/companies/{id}/model', { path }), {
    invalidates,
    done: 'Now using the model of the installation',
    onDone: () => saved(typedOf(null), draft),
  });
  const text = textControls(draft, setDraft, save.errorAt, { name: 'model' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(draft);
  };
  const askToDrop = async () => {
    const isYes = await confirm({
      title: 'Remove the language model of this company?',
      words: 'Its calls use the model of the installation again. The stored key is deleted.',
      yes: 'Remove model',
    });
    if (isYes) drop.run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        {model === null
          ? 'The company uses the model of the installation.'
          : `Its calls use ${model.model}${model.hasKey ? '' : ', without a key'}.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Protocol"
          choices={[
            { value: 'openai-compatible', words: 'OpenAI-compatible' },
            { value: 'anthropic', words: 'Anthropic' },
          ]}
          {...text('provider')}
        />
        <TextField label="Model" required dir="ltr" {...text('name')} />
        <TextField
          label="URL"
          type="url"
          dir="ltr"
          placeholder="http://localhost:11434/v1"
          hint="Leave empty for the default of the vendor."
          {...text('url')}
        />
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          dir="ltr"
          hint={
            hasKey
              ? 'Never shown. Enter it again to save changes.'
              : 'Stored encrypted and never shown again.'
          }
          // Saving without a key deletes the stored one, so the user must confirm that.
          required={hasKey && !isKeyless}
          disabled={isKeyless}
          {...text('key')}
        />
      </div>
      {hasKey && (
        <CheckField
          label="Remove the stored key"
          checked={isKeyless}
          onChange={(event) => set({ isKeyless: event.target.checked, key: '' })}
        />
      )}
      <FormError failure={save.failure} shown={['provider', 'model', 'url', 'key']} />
      <div className="flex flex-wrap justify-end gap-2">
        {model !== null && (
          <Button look="danger" busy={drop.busy} onClick={askToDrop}>
            Remove model…
          </Button>
        )}
        <Button type="submit" look="primary" busy={save.busy}>
          Save model
        </Button>
      </div>
    </form>
  );
}
