import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useHasRole } from '../../api/me.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import type { Conversation } from './conversation.tsx';
import { authorWords, type Correctable, valueWords } from './correctable.ts';

const CorrectionDialog = lazy(async () => ({
  default: (await import('./correction-dialog.tsx')).CorrectionDialog,
}));

/** The button that opens the correction of a result, and what somebody corrected already. */
export function Correction({
  conversation,
  result,
}: {
  readonly conversation: Conversation;
  readonly result: Correctable;
}) {
  const mayChange = useHasRole('member');
  const [isOpen, setOpen] = useState(false);
  const { correction } = result;
  return (
    <>
      {mayChange && (
        <IconButton
          label={`Correct ${result.label}`}
          icon={<Pencil size={12} aria-hidden />}
          onClick={() => setOpen(true)}
        />
      )}
      {correction && (
        <span className="flex basis-full flex-wrap items-baseline gap-x-2 text-xs text-soft">
          <Badge tone="accent">Corrected</Badge>
          <span>
            was{' '}
            <s dir="auto" className="text-soft">
              {valueWords(correction.original)}
            </s>
          </span>
          <span>
            {authorWords(correction.by)}, <Time at={correction.at} />
          </span>
          {correction.note && <span dir="auto">“{correction.note}”</span>}
        </span>
      )}
      {isOpen && (
        <Suspense>
          <CorrectionDialog conversation={conversation} result={result} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
