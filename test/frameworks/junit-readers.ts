/** Frameworks that read the reports of each other, because all of them write them in the format of JUnit. */
export const JUNIT_READERS = [
  'pytest',
  'cargo nextest',
  'JUnit (Maven)',
  'JUnit (Gradle)',
  'phpunit',
  'ctest',
  'JUnit XML',
]
