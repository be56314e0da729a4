/**
 * The browser whose settings the user must open. Detection by the agent string is fragile, so an unknown one gets
 * general words.
 */
export type BrowserFamily = 'chrome' | 'firefox' | 'safari' | 'other'

export function browserFamily(userAgent: string): BrowserFamily {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  // Browsers on an iPhone are Safari inside, but only Safari itself has Safari's page settings.
  if (/(?:Cri|Fxi|Edgi)OS\//.test(userAgent)) return 'other'
  if (/Chrome\/|Chromium\/|Edg\//.test(userAgent)) return 'chrome'
  return /Safari\//.test(userAgent) ? 'safari' : 'other'
}
