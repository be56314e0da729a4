/** What a program of a test inherits: where commands are, and where Node keeps compiled modules. */
export const PROCESS_ENV: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)
