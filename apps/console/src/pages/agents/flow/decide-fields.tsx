import type { DecideSection } from '../../../flow/flow.model.ts';
import { SelectField } from '../../../kit/field.tsx';
import { useBlock } from './editor-context.ts';

/** What happens when no branch holds. The branches themselves stand below. */
export function DecideFields({ section }: { readonly section: DecideSection }) {
  const { set, errorAt } = useBlock<DecideSection>(section);
  return (
    <SelectField
      label="When no condition holds"
      hint="The first branch whose condition holds is taken."
      choices={[
        { value: '', words: 'Skip the branches' },
        ...section.branches.map(({ id, name }, index) => ({
          value: id,
          words: `Take “${name.trim() || `Branch ${index + 1}`}”`,
        })),
      ]}
      value={section.defaultBranch ?? ''}
      error={errorAt('defaultBranch') ?? errorAt('branches')}
      onChange={(event) => set({ defaultBranch: event.target.value || undefined })}
    />
  );
}
