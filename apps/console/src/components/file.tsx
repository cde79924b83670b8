import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';

/** A place for a file: dropped there, or chosen with the pointer or the keyboard. */
export function FileDrop({
  label,
  hint,
  accept,
  isDisabled = false,
  onFile,
}: {
  readonly label: string;
  readonly hint: ReactNode;
  /** Extensions and types, as the `accept` attribute takes them. */
  readonly accept: string;
  readonly isDisabled?: boolean;
  readonly onFile: (file: File) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isDisabled) onFile(file);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classNames(
        'flex flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-6 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
        isDisabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer',
      )}
    >
      <Upload size={18} aria-hidden className="text-soft" />
      <span className="font-medium">{label}</span>
      <span className="text-xs text-soft">{hint}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isDisabled}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows choosing the same file again after it was fixed.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

/** The name of a download, of what is in it, such as run, part and filter: no two are taken for each other. */
export const exportName = (parts: readonly string[], extension: string): string =>
  `${parts
    .map((part) => part.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''))
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 100)}.${extension}`;

/** Downloads content as a file. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
