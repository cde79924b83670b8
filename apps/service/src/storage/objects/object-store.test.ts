import { openDisk, openS3, promises } from '@parley/testing/object-store-promises.ts';
import { describe } from 'vitest';

describe('objects on disk', () => promises(openDisk));
describe('objects on our S3 server', () => promises(openS3));
