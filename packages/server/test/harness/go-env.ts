import { homedir } from 'node:os';
import { join } from 'node:path';

/** The environment of Go builds: without network access, with a cache even if HOME is not set. */
export const goEnv = {
  GOTOOLCHAIN: 'local',
  GOPROXY: 'off',
  CGO_ENABLED: '0',
  GOCACHE: process.env['GOCACHE'] ?? join(homedir(), '.cache/go-build'),
};
