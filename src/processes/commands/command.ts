/** One verb of the command line. */
export interface Command {
  readonly help: string;
  run(args: readonly string[]): Promise<void>;
}
