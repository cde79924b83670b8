import { PhoneOff } from 'lucide-react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { Button } from '../../kit/button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';

/** Has the agent say goodbye. */
export function EndCallButton({
  id,
  isEnding,
  onAsked,
}: {
  readonly id: string;
  readonly isEnding: boolean;
  readonly onAsked: () => void;
}) {
  const mayChange = useMay('member');
  const confirm = useConfirm();
  const end = useAct(() => post('/console/api/conversations/{id}/end-call', undefined, { path: { id } }), {
    done: 'The agent is ending the call',
    touches: [['conversation', id]],
    onDone: onAsked,
  });
  if (!mayChange) return null;
  const onEnd = async () => {
    const isSure = await confirm({
      title: 'End this call?',
      words: 'The agent says its last message and hangs up. A call that nobody has answered yet is given up.',
      yes: 'End the call',
      no: 'Let them talk',
    });
    if (isSure) end.run(undefined);
  };
  return (
    <Button look="danger" icon={<PhoneOff size={14} />} busy={end.busy || isEnding} onClick={onEnd}>
      {isEnding ? 'Ending…' : 'End the call'}
    </Button>
  );
}
