import type { Command } from 'commander';
import { createRun, type Run } from '../commands/runtime.ts';
import { type Config, loadConfig, settingNamesOf } from '../config.ts';
import type { KeyPolicy } from '../features/keys/index.ts';
import type { Environment, SettingGroups, SettingsOf } from '../platform/settings.ts';
import type { ServedDeployment, ServerParts } from '../server-parts.ts';

/** The settings of the program, and one property for each group of settings of the deployment. */
export type ConfigOf<G extends SettingGroups> = Config & SettingsOf<G>;

/** Loads a module with commands and adds these commands to the program. */
export type AddCommands = (program: Command) => Promise<void>;

/** Functions that load commands, by the name of the command. The help lists the commands in the order of these properties. */
export type CommandList = Readonly<Record<string, AddCommands>>;

/** The arguments of the function that creates the commands of a deployment. */
export interface CommandTools<C extends Config> {
  readonly run: Run<C>;
  readonly deployment: ServedDeployment;
}

/** A composition of settings, commands, planes and jobs. The same program runs every deployment. */
export interface Deployment<C extends Config = Config> extends ServedDeployment {
  readonly commands: CommandList;
  /** @throws ConfigError if a setting is invalid */
  loadConfig(env: Environment): C;
  composeServer(config: C): Promise<ServerParts>;
}

/** @param definition.composeServer imports planes and jobs only when it is called, because commands start faster without them */
export function defineDeployment<G extends SettingGroups>(definition: {
  readonly name: string;
  readonly settings: G;
  readonly keyPolicy: KeyPolicy;
  readonly commands: (tools: CommandTools<ConfigOf<G>>) => CommandList;
  readonly composeServer: (config: ConfigOf<G>) => Promise<ServerParts>;
}): Deployment<ConfigOf<G>> {
  const { name, settings, keyPolicy, composeServer } = definition;
  const served: ServedDeployment = {
    name,
    keyPolicy,
    settingNames: ['DEPLOYMENT', ...settingNamesOf(settings)],
    load: async (env) => {
      const config = loadConfig(settings, env);
      return { config, parts: await composeServer(config) };
    },
  };
  const run = createRun(() => loadConfig(settings, process.env));
  return {
    ...served,
    commands: definition.commands({ run, deployment: served }),
    loadConfig: (env) => loadConfig(settings, env),
    composeServer,
  };
}
