import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { get, type Reply } from '../../api/client.ts';
import { usePolling } from '../../live/refetch.ts';
import { answeredWords, HealthState } from './trunk.tsx';
import { HealthFigures } from './trunk-health.tsx';

type SettingsTrunk = Reply<'/settings-trunks', 'get'>['data'][number];

const LOOK_MS = 10_000;

/** The trunks of the settings, which only whoever runs the service changes: each with its health. */
export function SettingsTrunks() {
  usePolling(LOOK_MS, ['settings-trunks']);
  const { data } = useQuery({
    queryKey: ['settings-trunks'],
    queryFn: ({ signal }) => get('/settings-trunks', { query: {}, signal }),
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section
      aria-label="Trunks of the settings"
      className="mb-4 flex max-h-[60vh] shrink-0 flex-col overflow-y-auto"
    >
      <h2 className="mb-2 text-sm font-medium">Trunks of the settings</h2>
      {data.data.map((trunk) => (
        <details key={trunk.setting} className="group border-t border-line py-2">
          <summary className="flex cursor-pointer flex-wrap items-center gap-3">
            <ChevronRight size={14} aria-hidden className="group-open:rotate-90 rtl:-scale-x-100" />
            <code dir="ltr" className="text-xs">
              {addressOf(trunk)}
            </code>
            <HealthState health={trunk.health} />
            <span className="text-xs text-soft">{trunk.setting}</span>
            <span className="ms-auto text-xs">{answeredWords(trunk.health)}</span>
          </summary>
          <div className="pt-4">
            <HealthFigures health={trunk.health} />
          </div>
        </details>
      ))}
    </section>
  );
}

const addressOf = ({ host, port, transport }: SettingsTrunk): string =>
  `${host}${port === null ? '' : `:${port}`}${transport === null ? '' : ` ${transport}`}`;
