# Messages name arguments of R, not flags of a command line.

words <- function(...) list(parameters = list(...), renamed = c(force = "replace"))
flag <- list(type = "true or false")
text <- list(type = "text")

test_that("options and flags become arguments", {
    told <- function(message) {
        lethe:::in_words_of_r(message, words(
            force = flag, order = list(type = "text", choices = list("as-is", "random")), columns = text,
            keep_least = list(type = "number"), knowledge = list(type = "table"), no_model = flag, source = text,
            policy = text, method = text, output = text
        ))
    }
    expect_identical(told("give the option force to replace it"), "give replace = TRUE to replace it")
    expect_identical(told("the option order random, or order = \"random\""), "order = \"random\", or order = \"random\"")
    expect_identical(told("name columns with the option columns, or leave it"), "name columns with the argument columns, or leave it")
    expect_identical(told("the option columns"), "the argument columns")
    expect_identical(told("the option keep_least 0.5 keeps"), "keep_least = 0.5 keeps")
    expect_identical(told("with the option knowledge age=FILE"), "with knowledge = c(age = \"FILE\")")
    expect_identical(told("--no-model and --source names it"), "no_model = TRUE and the argument source names it")
    expect_identical(told("(lethe text vectors --source leaves them)"), "(lethe text vectors --source leaves them)")
    expect_identical(told("--elsewhere stays"), "--elsewhere stays")
    expect_identical(told("give either policy FILE or method NAME"), "give either policy or method")
    expect_identical(told("with -o, such as -o release"), "with the argument output, such as output = \"release\"")
    expect_identical(told("memory:policy.toml is read"), "policy.toml is read")
    expect_identical(told(character()), character())
})

test_that("commands that a text proposes become calls", {
    told <- lethe:::commands_in_r
    expect_identical(
        told("a policy that holds: lethe advise DATA --max-risk 10; see"),
        "a policy that holds: lethe_advise(data, max_risk = 10); see"
    )
    expect_identical(
        told("lethe assess DATA RELEASE --exposure\n      FILE.csv."),
        "lethe_assess(data, release, exposure = \"FILE.csv\")\n      ."
    )
    expect_identical(told("(lethe advise DATA --l 3), or"), "(lethe_advise(data, l = 3)), or")
    expect_identical(told("lethe protect DATA --assess --k 5"), "lethe_protect(data, assess = TRUE, k = 5)")
    expect_identical(told("lethe advise looks for more; lethe methods lists"), "lethe_advise() looks for more; lethe_methods() lists")
    expect_identical(told("lethe text vectors --wordnet"), "lethe text vectors --wordnet")
    expect_identical(told("lethe advised --x"), "lethe advised --x")
    expect_identical(told(c("", "plain")), c("", "plain"))
    expect_true(is.na(told(NA_character_)))
    people <- lethe_sample(rows = 30, seed = 1)
    printed <- utils::capture.output(print(lethe_assess(people, people, seed = 1)))
    expect_match(printed, "lethe_advise(data, max_risk = ", fixed = TRUE, all = FALSE)
    expect_false(any(grepl("--[a-z]|lethe [a-z]+ DATA", printed)))
    expect_output(print(lethe_inspect(people)), "lethe_inspect(data, policy_out = \"policy.toml\")", fixed = TRUE)
})

test_that("errors of calls name arguments of the function that was called", {
    people <- lethe_sample(rows = 20, seed = 1)
    said <- function(call) {
        error <- expect_error(call, class = "lethe_error")
        expect_false(grepl("--[a-z]|memory:|the option|/dev/shm|(^|[ (])-o( |$)", paste(conditionMessage(error), paste(error$problems$message, collapse = " "))))
        error
    }
    expect_match(conditionMessage(said(lethe_mdav(people, k = 1))), "^k: ")
    expect_identical(said(lethe_mdav(people, k = 1))$problems$parameter, "k")
    expect_match(conditionMessage(said(lethe_protect(people, method = "mdav", set = list(k = 1)))), "^set\\$k: ")
    expect_match(conditionMessage(said(lethe_protect(people))), "policy or method")
    said(lethe_protect(people, "[columns]\nage = { role = \"quasy\" }\n"))
    said(lethe_sanitize("a b", set = list(email = "eat")))
    said(lethe_sanitize("a b", largest = 1))
    said(lethe_call("protect", "documents", documents = tempdir()))
    said(lethe_attack(people, people[1:3, ], "distance-linkage"))
    said(lethe_protect(people[0, ], method = "noise"))
    release <- lethe_protect(people, lethe_inspect(people)$policy, seed = 1)
    expect_false(any(grepl("the option|--[a-z]", release$warnings)))
})
