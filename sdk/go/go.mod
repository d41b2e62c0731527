module template

go 1.19
