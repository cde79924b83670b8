import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useAct } from '../../api/act.ts';
import { get, isNotFound, put, type Reply, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { useDraft } from '../../components/draft.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { FormTrouble } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { SkeletonLines, Trouble } from '../../components/placeholder.tsx';

type Model = Reply<'/companies/{id}/model', 'get'>;

/** A company that has none of its own answers 404: it uses the installation's. */
async function readModel(id: string, signal: AbortSignal): Promise<Model | null> {
  try {
    return await get('/companies/{id}/model', { path: { id }, signal });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The language model that holds the company's calls. */
export function CompanyModel({ companyId }: { readonly companyId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['company', companyId, 'model'],
    queryFn: ({ signal }) => readModel(companyId, signal),
  });
  return (
    <Section title="Language model">
      {error && <Trouble error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <SkeletonLines />}
      {data !== undefined && <ModelForm companyId={companyId} model={data} />}
    </Section>
  );
}

/** A model while somebody writes it. */
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
  const touches = [['company', companyId, 'model']];
  const { draft, setDraft, saved } = useDraft(
    () => typedOf(model),
    (typed) => typed,
  );
  const { provider, name, url, key } = draft;
  const hasKey = model?.hasKey === true;
  const isKeyless = hasKey && draft.isKeyless;
  const set = (part: Partial<ModelDraft>) => setDraft({ ...draft, ...part });
  const confirm = useConfirm();
  const save = useAct(
    ({ provider, name, url, key }: ModelDraft) =>
      put(
        '/companies/{id}/model',
        { provider, model: name, url: url === '' ? null : url, key: key === '' ? null : key },
        { path },
      ),
    {
      isQuiet: true,
      touches,
      done: 'Saved: calls from ten seconds on are held with it',
      onDone: (now, typed) => saved(typedOf(now), typed),
    },
  );
  const drop = useAct(() => remove('/companies/{id}/model', { path }), {
    touches,
    done: "The installation's model is used again",
    onDone: () => saved(typedOf(null), draft),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(draft);
  };
  const askToDrop = async () => {
    const isYes = await confirm({
      title: 'Drop the company’s own model?',
      words: 'Its calls are held with the model of the installation again. The key is forgotten.',
      yes: 'Drop it',
    });
    if (isYes) drop.run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        {model === null
          ? 'The company uses the model of the installation.'
          : `Its calls are held with ${model.model}${model.hasKey ? '' : ', without a key'}.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Protocol"
          choices={[
            { value: 'openai-compatible', words: 'OpenAI-compatible' },
            { value: 'anthropic', words: 'Anthropic' },
          ]}
          value={provider}
          error={save.errorAt('provider')}
          onChange={(event) => set({ provider: event.target.value as Model['provider'] })}
        />
        <TextField
          label="Model"
          required
          dir="ltr"
          value={name}
          error={save.errorAt('model')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Address"
          type="url"
          dir="ltr"
          placeholder="http://localhost:11434/v1"
          hint="Empty: the vendor's own."
          value={url}
          error={save.errorAt('url')}
          onChange={(event) => set({ url: event.target.value })}
        />
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          dir="ltr"
          hint={hasKey ? 'Is never shown. Type it again when you save.' : 'Kept sealed, never shown again.'}
          // The service keeps no key that is not sent: the stored one goes only when somebody says so.
          required={hasKey && !isKeyless}
          disabled={isKeyless}
          value={key}
          error={save.errorAt('key')}
          onChange={(event) => set({ key: event.target.value })}
        />
      </div>
      {hasKey && (
        <CheckField
          label="Use none: the stored one is removed"
          checked={isKeyless}
          onChange={(event) => set({ isKeyless: event.target.checked, key: '' })}
        />
      )}
      <FormTrouble failure={save.failure} shown={['provider', 'model', 'url', 'key']} />
      <div className="flex flex-wrap justify-end gap-2">
        {model !== null && (
          <Button look="danger" busy={drop.busy} onClick={askToDrop}>
            Drop it…
          </Button>
        )}
        <Button type="submit" look="primary" busy={save.busy}>
          Save the model
        </Button>
      </div>
    </form>
  );
}
