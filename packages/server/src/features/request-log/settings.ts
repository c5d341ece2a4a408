import { parseChoice, readSetting, type SettingGroup } from '../../platform/settings.ts';

export interface RequestLogSettings {
  /** Whether requests with API keys are logged and counted. */
  readonly isEnabled: boolean;
}

export const requestLogSettings: SettingGroup<RequestLogSettings> = {
  names: ['REQUEST_LOG'],
  read: (env) => ({
    isEnabled: readSetting(env, 'REQUEST_LOG', 'on', parseChoice(['on', 'off']), '"on" or "off"') === 'on',
  }),
};
