/** Whose settings the person has to open. Reading the agent is fragile, so an unknown one gets words that fit all. */
export type BrowserFamily = 'chrome' | 'firefox' | 'safari' | 'other'

export function browserFamily(userAgent: string): BrowserFamily {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  // Browsers on an iPhone are Safari inside, but only Safari itself has Safari's page settings.
  if (/(?:Cri|Fxi|Edgi)OS\//.test(userAgent)) return 'other'
  if (/Chrome\/|Chromium\/|Edg\//.test(userAgent)) return 'chrome'
  return /Safari\//.test(userAgent) ? 'safari' : 'other'
}
