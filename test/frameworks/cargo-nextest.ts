import { cargoNextest } from '#loop/verify/frameworks/cargo-nextest.ts'
import { JUNIT_READERS } from './junit-readers.ts'
import { crate } from './language-sources.ts'
import type { Proof } from './proof.ts'

const COMMAND = 'cargo nextest run'

/** What every project has. */
const PROJECT = {
  'Cargo.toml': `[package]
name = "calc"
version = "0.1.0"
edition = "2021"
`,
  '.config/nextest.toml': `[profile.default.junit]
path = "junit.xml"
`,
}

export const cargoNextestProof: Proof = {
  name: 'cargo-nextest',
  framework: cargoNextest,
  source: crate({
    name: 'cargo-nextest',
    version: '0.9.72',
    words: ['--debug', '--no-default-features', '--features', 'default-no-update'],
  }),
  cases: {
    pass: {
      files: {
        ...PROJECT,
        'src/lib.rs': `pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(super::add(1, 2), 3);
    }
}
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 0] },
    },
    fail: {
      files: {
        ...PROJECT,
        'Cargo.toml': `[workspace]
members = ["one", "two"]
resolver = "2"
`,
        'one/Cargo.toml': `[package]
name = "one"
version = "0.1.0"
edition = "2021"
`,
        'two/Cargo.toml': `[package]
name = "two"
version = "0.1.0"
edition = "2021"
`,
        'one/src/lib.rs': `/// Wrong.
///
/// \`\`\`
/// assert_eq!(one::sub(3, 2), 1);
/// \`\`\`
pub fn sub(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {}

    #[test]
    fn subtracts() {
        println!("about to subtract");
        assert_eq!(super::sub(3, 2), 1, "off by a sign");
    }

    #[test]
    fn says_so() -> Result<(), String> {
        Err("no such thing".into())
    }

    #[test]
    #[should_panic]
    fn panics() {}
}
`,
        'two/src/lib.rs': `#[cfg(test)]
mod tests {
    #[test]
    fn subtracts() {
        let none: Option<i32> = None;
        none.unwrap();
    }
}
`,
      },
      command: `${COMMAND} --no-fail-fast`,
      text: {
        counts: [1, 4, 0],
        failing: [
          {
            id: 'one tests::panics',
            message: 'note: test did not panic as expected at one/src/lib.rs:28:8',
            location: 'one/src/lib.rs:28',
          },
          { id: 'one tests::says_so', message: 'Error: "no such thing"', location: null },
          {
            id: 'one tests::subtracts',
            message: `assertion \`left == right\` failed: off by a sign
  left: 5
 right: 1`,
            location: 'one/src/lib.rs:18',
          },
          {
            id: 'two tests::subtracts',
            message: 'called `Option::unwrap()` on a `None` value',
            location: 'two/src/lib.rs:6',
          },
        ],
      },
    },
    error: {
      files: {
        ...PROJECT,
        'src/lib.rs': `pub fn add(a: i32) -> i32 {
    a
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(super::add(1, 2), 3);
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'calc (lib test) does not compile',
            message: 'error[E0061]: this function takes 1 argument but 2 arguments were supplied',
            location: 'src/lib.rs:9',
          },
        ],
      },
      report: null,
    },
    skip: {
      files: {
        ...PROJECT,
        'src/lib.rs': `#[cfg(test)]
mod tests {
    #[test]
    #[ignore = "later"]
    fn later() {}

    #[test]
    fn now() {}
}
`,
      },
      command: COMMAND,
      text: { counts: [1, 0, 1] },
    },
    none: {
      files: {
        ...PROJECT,
        'src/lib.rs': `pub fn f() {}
`,
      },
      command: COMMAND,
      text: { counts: [0, 0, 0] },
    },
    crash: {
      files: {
        ...PROJECT,
        'src/lib.rs': `#[cfg(test)]
mod tests {
    #[test]
    fn a_fine() {}

    #[test]
    fn dies() {
        std::thread::sleep(std::time::Duration::from_millis(300));
        std::process::abort();
    }
}
`,
        'src/main.rs': `fn main() {}

#[test]
fn first() {}
`,
      },
      command: COMMAND,
      text: { counts: [2, 1, 0], failing: [{ id: 'calc tests::dies', message: null, location: null }] },
    },
    timeout: {
      files: {
        ...PROJECT,
        'src/lib.rs': `#[cfg(test)]
mod tests {
    #[test]
    fn a_fine() {}

    #[test]
    fn slow() {
        std::thread::sleep(std::time::Duration::from_secs(600));
    }
}
`,
      },
      command: COMMAND,
      timeoutMs: 12000,
      text: { counts: [1, 1, 0], failing: [{ id: 'calc tests::slow', message: null, location: null }] },
    },
    colour: {
      files: {
        ...PROJECT,
        'src/lib.rs': `#[cfg(test)]
mod tests {
    #[test]
    fn fine() {}

    #[test]
    fn breaks() {
        panic!("broken");
    }
}
`,
      },
      command: `${COMMAND} --color=always`,
      text: {
        counts: [1, 1, 0],
        failing: [{ id: 'calc tests::breaks', message: 'broken', location: 'src/lib.rs:8' }],
      },
    },
    unicode: {
      files: {
        ...PROJECT,
        'src/lib.rs': `#[cfg(test)]
mod tests {
    #[test]
    fn größe() {
        assert_eq!("日本", "größe");
    }
}
`,
      },
      command: COMMAND,
      text: {
        counts: [0, 1, 0],
        failing: [
          {
            id: 'calc tests::größe',
            message: `assertion \`left == right\` failed
  left: "日本"
 right: "größe"`,
            location: 'src/lib.rs:5',
          },
        ],
      },
    },
  },
  alsoReadBy: ['cargo test'],
  reportAlsoReadBy: JUNIT_READERS,
}
