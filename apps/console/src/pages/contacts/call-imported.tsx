import { PhoneOutgoing } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/button.tsx';
import type { ImportedFile } from './call-imported-dialog.tsx';

/** Loaded when it is opened: most imports are followed by no call. */
const LazyDialog = lazy(async () => ({
  default: (await import('./call-imported-dialog.tsx')).CallImportedDialog,
}));

export const CallImportedDialog = (imported: ImportedFile & { readonly onClose: () => void }) => (
  <Suspense>
    <LazyDialog {...imported} />
  </Suspense>
);

/** Leads to a run for everybody in an imported file. */
export function CallImported(imported: ImportedFile) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" icon={<PhoneOutgoing size={14} />} onClick={() => setOpen(true)}>
        Call these contacts
      </Button>
      {isOpen && <CallImportedDialog {...imported} onClose={() => setOpen(false)} />}
    </>
  );
}
