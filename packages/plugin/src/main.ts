/** The public interface for plugins: their definition, their refusals, and the types of events. */
export { type BlockProblem, type BlockType, definePlugin, type Plugin } from './define.ts'
export type {
  Actor,
  AfterHookName,
  BeforeHookName,
  ContentEvent,
  Data,
  Events,
  HookInfo,
  Hooks,
  PluginLog,
} from './hooks.ts'
export { Refusal } from './refusal.ts'
