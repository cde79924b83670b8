/** One verb of the command line. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  run(args: readonly string[]): Promise<void>;
}
