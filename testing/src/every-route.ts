import type { Route } from '@parley/service/http/route.ts';
import { makeRoutes } from '@parley/service/main/api-routes.ts';
import { makeConsoleRoutes } from '@parley/service/main/console.ts';

/** Whoever only looks at the routes has nothing to serve them with; a handler that is called all the same throws. */
const nothing = {} as never;

/** Every route of the API, whatever was added since this was written. */
export const apiRoutes: readonly Route[] = makeRoutes(nothing);
/** Every route of the console. */
export const consoleRoutes: readonly Route[] = makeConsoleRoutes(nothing);
