import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

export interface Question {
  readonly title: string;
  /** What will happen, and what cannot be undone. */
  readonly words: ReactNode;
  /** The verb: "Cancel the run", never "OK". */
  readonly yes: string;
  readonly no?: string;
  readonly isDanger?: boolean;
}

const Context = createContext<(question: Question) => Promise<boolean>>(async () => false);

/** Asks before what cannot be undone: `if (await confirm({…})) …`. */
export const useConfirm = () => useContext(Context);

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const ask = useCallback((asked: Question) => {
    answer.current?.(false);
    setQuestion(asked);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const reply = (yes: boolean) => {
    answer.current?.(yes);
    answer.current = undefined;
    setQuestion(undefined);
  };
  return (
    <Context value={ask}>
      {children}
      <Dialog title={question?.title ?? ''} isOpen={question !== undefined} onClose={() => reply(false)}>
        <div className="text-soft">{question?.words}</div>
        <DialogActions>
          <Button autoFocus onClick={() => reply(false)}>
            {question?.no ?? 'Keep it'}
          </Button>
          <Button look={question?.isDanger === false ? 'primary' : 'danger'} onClick={() => reply(true)}>
            {question?.yes}
          </Button>
        </DialogActions>
      </Dialog>
    </Context>
  );
}
