import type { Trunk } from '../domains/trunks/trunk.model.ts';
import { noteCheck, noteSettingsCheck } from '../domains/trunks/trunk-problem.actions.ts';
import type { Everywhere } from '../storage/scope.ts';

/** Trunks are asked every half minute or so, in every process: the same answer is written so often at most. */
const WRITTEN_AGAIN_MS = 60_000;

/** Notes what trunks answer to OPTIONS. */
export class TrunkChecks {
  readonly #everywhere: Everywhere;
  readonly #onError: (error: Error) => void;
  readonly #written = new Map<string, { readonly status: number | null; readonly atMs: number }>();

  constructor(everywhere: Everywhere, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#onError = onError;
  }

  async note(trunk: Pick<Trunk, 'id' | 'companyId' | 'revision'>, status: number | null): Promise<void> {
    await this.#write(trunk.id, status, () => noteCheck(this.#everywhere, trunk, status));
  }

  /** Of a trunk of the settings, by its user and address. */
  async noteSettings(key: string, status: number | null): Promise<void> {
    await this.#write(key, status, () => noteSettingsCheck(this.#everywhere, key, status));
  }

  async #write(id: string, status: number | null, write: () => Promise<number>): Promise<void> {
    const atMs = this.#everywhere.now().getTime();
    const before = this.#written.get(id);
    if (before?.status === status && atMs - before.atMs < WRITTEN_AGAIN_MS) return;
    this.#written.set(id, { status, atMs });
    await write().catch(this.#onError);
  }

  /** It was changed: its next answer is a new one. */
  forget(id: string): void {
    this.#written.delete(id);
  }
}
