export const PORTRAITS_PER_PAGE = 10
